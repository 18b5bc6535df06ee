/**
 * The harness is a module of its own, so that it can be given a look at the JVM's shutdown hooks without the code under test
 * being given one too, and so that the code under test has no look at the harness.
 */
module clew.replay {
    requires java.compiler;
    requires org.objectweb.asm;
}
