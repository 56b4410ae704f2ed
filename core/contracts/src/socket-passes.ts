/** Passes by which clients of a plugin's sockets are known again. */
export interface SocketPasses {
  /**
   * A pass of this company for a subject that the plugin names: up to 400 characters. The same subject always has the
   * same pass, without an end: whether the subject may still come is the plugin's to say, each time it comes.
   */
  for(subject: string): string
}
