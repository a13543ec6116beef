package dev.gatehouse.deliver.destination;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where a host's name leads. */
@FunctionalInterface
public interface NameLookup {
  /** The system's resolver. */
  NameLookup SYSTEM = InetAddress::getAllByName;

  /** All addresses, at least one. May block for as long as the resolver does. */
  InetAddress[] addresses(String host) throws UnknownHostException;
}
