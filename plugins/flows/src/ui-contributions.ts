/** Pages of flows: the list with its steps, and the builder. */
export const ui = {}
