package io.faultline.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A network on loopback that can be cut: who connects to a relay's port is connected with the host
 * behind it. While it is cut no byte passes from one side to the other, and nobody is told so;
 * afterwards what was on its way arrives, as TCP's own repetitions see to.
 */
final class Network implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  private final List<AutoCloseable> sockets = new ArrayList<>();
  private Set<String> side = Set.of();
  private boolean closed;

  /**
   * A relay.
   *
   * @param host that is reached through it
   * @return where
   */
  InetSocketAddress relayTo(InetSocketAddress host) throws IOException {
    ServerSocket relay = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    keep(relay);
    inBackground(
        () -> {
          while (true) {
            connect(relay.accept(), host);
          }
        });
    return new InetSocketAddress(relay.getInetAddress(), relay.getLocalPort());
  }

  private void connect(Socket caller, InetSocketAddress host) {
    keep(caller);
    inBackground(
        () -> {
          try (caller;
              Socket called = new Socket()) {
            keep(called);
            String from = caller.getInetAddress().getHostAddress();
            String to = host.getAddress().getHostAddress();
            awaitPassage(from, to);
            called.connect(host);
            inBackground(() -> pump(called, caller, to, from));
            pump(caller, called, from, to);
          }
        });
  }

  private void pump(Socket source, Socket sink, String from, String to)
      throws IOException, InterruptedException {
    byte[] buffer = new byte[BUFFER];
    InputStream in = source.getInputStream();
    OutputStream out = sink.getOutputStream();
    try {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        awaitPassage(from, to);
        out.write(buffer, 0, read);
      }
    } finally {
      sink.close();
    }
  }

  /**
   * Cuts it in two.
   *
   * @param hosts of one side; all others are on the other
   */
  synchronized void cut(Set<String> hosts) {
    side = hosts;
  }

  /** One network again. */
  synchronized void mend() {
    side = Set.of();
    notifyAll();
  }

  private synchronized void awaitPassage(String from, String to) throws InterruptedException {
    while (!closed && side.contains(from) != side.contains(to)) {
      wait();
    }
  }

  private synchronized void keep(AutoCloseable socket) {
    sockets.add(socket);
  }

  private static void inBackground(Relaying relaying) {
    Thread thread =
        new Thread(
            () -> {
              try {
                relaying.run();
              } catch (IOException | InterruptedException e) {
                // one of the two has gone, and with it the connection
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws Exception {
    List<AutoCloseable> open;
    synchronized (this) {
      closed = true;
      notifyAll();
      open = List.copyOf(sockets);
    }
    for (AutoCloseable socket : open) {
      socket.close();
    }
  }

  private interface Relaying {
    void run() throws IOException, InterruptedException;
  }
}
