// Ways to reach others: the servers of the test must see nothing.
package corpus.hostile;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URL;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

public class HostileNetwork {
    static void tcp() throws IOException { // tried: opens a network socket
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Targets.TCP_PORT)) {
            socket.getOutputStream().write(1);
        }
    }

    static void tcpChannel() throws IOException { // tried: opens a network socket
        try (SocketChannel channel = SocketChannel.open()) {
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Targets.TCP_PORT));
        }
    }

    static void udp() throws IOException { // tried: opens a network socket
        try (DatagramSocket socket = new DatagramSocket()) {
            InetAddress there = InetAddress.getLoopbackAddress();
            socket.send(new DatagramPacket(new byte[] {1}, 1, there, Targets.UDP_PORT));
        }
    }

    static void listen() throws IOException { // tried: opens a network socket
        try (ServerSocket socket = new ServerSocket(0)) {
            socket.getLocalPort();
        }
    }

    static void local() throws IOException { // tried: opens a local socket
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(Targets.FOLDER + "/socket"));
        }
    }

    static void listenLocally() throws IOException { // tried: opens a local socket
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            String folder = System.getProperty("java.io.tmpdir");
            channel.bind(UnixDomainSocketAddress.of(folder + "/socket"));
        }
    }

    static void lookUp() throws IOException { // tried: opens a network socket; ...
        InetAddress.getByName("hostile.invalid");
    }

    static void fetch() throws IOException { // tried: opens a network socket
        new URL("http://127.0.0.1:" + Targets.TCP_PORT + "/").openStream().close();
    }
}
