import * as z from 'zod'

/** Latest changes by table, in milliseconds of the source's clock; null for a table without rows. */
export const Latest = z.partialRecord(z.enum(['Contacts', 'Tickets', 'Messages']), z.number().nullable())
/** See {@link Latest}. */
export type Latest = z.output<typeof Latest>
