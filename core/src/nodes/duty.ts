/** A duty that exactly one node of the installation does at a time. */
export interface Duty {
  /** This node does it from now on. A throw gives it back, to be tried again. */
  start(): Promise<void>
  /** Another node is to do it, or (`lost`) may be doing it already: then end without writing. */
  stop(lost: boolean): Promise<void>
}

/** Registry of duties: code with a duty adds it here. */
export interface Duties {
  /**
   * This node is able to do the duty: it is given to one of the nodes that are, and moves when nodes come and go.
   * Resolves after the first look, with the duty started if it was given to this node.
   */
  keep(name: string, duty: Duty): Promise<{ release(): Promise<void> }>
}
