import { createContext } from 'react'

/** Closes the gallery that lies over the conversation into which one of its links leads. */
export const LeaveGallery = createContext<() => void>(() => undefined)
