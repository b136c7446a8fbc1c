package io.faultline.config;

import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigParseable;
import java.io.File;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/**
 * Includes files and resources, which must be there: HOCON passes over a missing one in silence,
 * and an experiment that was read in part is not the user's. Nothing is fetched from elsewhere.
 */
final class StrictIncluder
    implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderClasspath, ConfigIncluderURL {

  private final @Nullable ConfigIncluder standard;

  StrictIncluder() {
    this(null);
  }

  private StrictIncluder(@Nullable ConfigIncluder standard) {
    this.standard = standard;
  }

  @Override
  public ConfigIncluder withFallback(ConfigIncluder fallback) {
    return fallback == this ? this : new StrictIncluder(fallback);
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    if (what.matches("[a-zA-Z]{2,}:.*")) {
      throw refused(what);
    }
    return standard().include(new Required(context), what);
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    return ((ConfigIncluderFile) standard()).includeFile(new Required(context), what);
  }

  @Override
  public ConfigObject includeResources(ConfigIncludeContext context, String what) {
    return ((ConfigIncluderClasspath) standard()).includeResources(new Required(context), what);
  }

  @Override
  public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
    throw refused(what.toString());
  }

  private ConfigIncluder standard() {
    if (standard == null) {
      throw new IllegalStateException("the parser gives its own includer as the fallback");
    }
    return standard;
  }

  private static ConfigError refused(String what) {
    return new ConfigError(
        "include of " + what + ": an experiment includes files and resources of the jar alone");
  }

  private record Required(ConfigIncludeContext context) implements ConfigIncludeContext {
    @Override
    public @Nullable ConfigParseable relativeTo(String filename) {
      return context.relativeTo(filename);
    }

    @Override
    public ConfigParseOptions parseOptions() {
      return context.parseOptions().setAllowMissing(false);
    }

    @Override
    public ConfigIncludeContext setParseOptions(ConfigParseOptions options) {
      return new Required(context.setParseOptions(options));
    }
  }
}
