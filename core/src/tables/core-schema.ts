import { pgSchema } from 'drizzle-orm/pg-core'

/** Schema of all tables of core. */
export const coreSchema = pgSchema('core')
