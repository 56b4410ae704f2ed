import * as z from 'zod'
import { UtcOffset } from '../table/table-choice.ts'

/** Where the other system is: its database, or the address of Chatwoot. Password and token are secrets. */
export const Settings = z.object({
  engine: z.enum(['postgres', 'mysql']).default('postgres'),
  host: z.string().trim().max(253).default(''),
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().trim().max(63).default(''),
  user: z.string().trim().max(63).default(''),
  password: z.string().max(500).optional().meta({ secret: true }),
  tls: z.enum(['prefer', 'require', 'off']).default('prefer'),
  /**
   * In which MySQL has its times, which have no zone there; whaticket writes those of Brasília unless it was changed.
   */
  utcOffset: UtcOffset.default('-03:00'),
  /**
   * Where a database's system shows the files of its messages, such as `https://api.example.com/public`; for Chatwoot a
   * store that it sends to for them.
   */
  filesUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Chatwoot's own address, such as `https://chat.example.com`, and the number of the account. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  account: z.int().min(1).optional(),
  token: z.string().max(500).optional().meta({ secret: true }),
})
/** See {@link Settings}. */
export type Settings = z.output<typeof Settings>
