/** Below this zoom the words of a block cannot be read, and a large flow is drawn without them. */
export const farZoom = 0.4
/** Flows with more blocks than this are large. */
export const largeFlow = 60
/** A block that is seen from afar. */
export const farBlock = { width: 240, height: 96 } as const
