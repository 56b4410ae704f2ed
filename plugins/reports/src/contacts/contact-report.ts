import { brazilianStates, id, type BrazilianState, type TagId, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { contactColumns } from './contact-columns.ts'
import { ContactRow } from './contact-row.ts'
import { exportFormats } from '../table/export-format.ts'

/* Queries and answers of the reports of contacts. */

const page = {
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
}
const days = z.coerce.number().int().min(1).max(3_650).optional()

const listed = {
  searchParam: z.string().trim().max(100).default(''),
  tagIds: z.array(id<TagId>()).max(100).default([]),
  walletUserIds: z.array(id<UserId>()).max(100).default([]),
  withoutTicket: z.stringbool().default(false),
  newForDays: days,
  silentForDays: days,
  order: z.enum(['name', '-name', 'createdAt', '-createdAt']).default('name'),
}
const tagged = { tagIds: z.array(id<TagId>()).max(100).default([]) }
const located = {
  states: z
    .array(z.enum(brazilianStates as [BrazilianState, ...BrazilianState[]]))
    .max(brazilianStates.length)
    .default([]),
}
const born = {
  /** From 1 for January. */
  month: z.coerce.number().int().min(1).max(12).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
}
const file = {
  format: z.enum(exportFormats).default('csv'),
  /** In their order; those that the report shows at first when there are none. */
  columns: z.array(z.enum(contactColumns)).max(contactColumns.length).default([]),
}

export const ListQuery = z.object({ ...listed, ...page })
export const ListFileQuery = z.object({ ...listed, ...file })
export const TagQuery = z.object({ ...tagged, ...page })
export const TagFileQuery = z.object({ ...tagged, ...file })
export const StateQuery = z.object({ ...located, ...page })
export const StateFileQuery = z.object({ ...located, ...file })
export const BirthdayQuery = z.object({ ...born, ...page })
export const BirthdayFileQuery = z.object({ ...born, ...file })

/** One page; `timeZone` is the company's, by which days are shown. */
export const ContactReport = z.object({
  rows: z.array(ContactRow),
  nextCursor: z.string().nullable(),
  timeZone: z.string(),
})
export type ContactReport = z.infer<typeof ContactReport>
