import { keysetCursor } from '@recado/sdk'
import * as z from 'zod'

/** A place in the list: the folded key and the id of the last row that was shown. */
export const position = keysetCursor(z.object({ key: z.string(), id: z.uuid() }))
export type Cursor = z.infer<typeof position.read>
