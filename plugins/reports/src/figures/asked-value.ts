import * as z from 'zod'
import { none } from './no-value.ts'

/** A value of an address, or that there is none. */
export const orNone = <T extends z.ZodType>(of: T) => z.union([z.literal(none), of]).optional()

/** The same as a question asks for it. */
export const only = <Id>(value: Id | typeof none | undefined): [Id | null] | undefined =>
  value === undefined ? undefined : [value === none ? null : value]
