import { pgSchema } from 'drizzle-orm/pg-core'

/** The schema that every table of core lives in. */
export const coreSchema = pgSchema('core')
