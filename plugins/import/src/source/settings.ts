import * as z from 'zod'
import { UtcOffset } from '../table/table-choice.ts'

/** Where the database of the other system is. The password is a secret. */
export const Settings = z.object({
  engine: z.enum(['postgres', 'mysql']).default('postgres'),
  host: z.string().trim().max(253).default(''),
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().trim().max(63).default(''),
  user: z.string().trim().max(63).default(''),
  password: z.string().max(500).optional().meta({ secret: true }),
  tls: z.enum(['prefer', 'require', 'off']).default('prefer'),
  /** In which MySQL has its times, which have no zone there; whaticket writes those of Brasília unless it was changed. */
  utcOffset: UtcOffset.default('-03:00'),
})
/** See {@link Settings}. */
export type Settings = z.output<typeof Settings>
