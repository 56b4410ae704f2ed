import {
  ContactDuplicateMerge,
  ContactDuplicatePage,
  ContactDuplicateQuery,
  ContactDuplicatesMerged,
  ContactQuery,
  defineRoute,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../../http/route.ts'
import type { ContactDuplicates } from './contact-duplicates.ts'
import { exportFormats, type ContactExport } from './contact-export.ts'

const merge = { kind: 'session', permission: 'contacts.merge' } as const

/** A bulk export of people requires a recently confirmed identity (decision 082). */
const Export = defineRoute({
  access: { kind: 'session', permission: 'contacts.export', confirmed: true },
  rate: 'search',
  method: 'GET',
  path: '/contact-export',
  summary: 'The contacts that a filter of the list finds, as a table',
  query: ContactQuery.omit({ cursor: true, limit: true }).extend({ format: z.enum(exportFormats).default('csv') }),
  response: 'bytes',
})
const Duplicates = defineRoute({
  access: merge,
  rate: 'search',
  method: 'GET',
  path: '/contact-duplicates',
  summary: 'Contacts with the same number, in any spelling, the same address or the same document',
  query: ContactDuplicateQuery,
  response: ContactDuplicatePage,
})
const MergeDuplicates = defineRoute({
  access: merge,
  rate: 'write',
  maxBody: 131_072,
  method: 'POST',
  path: '/contact-duplicates/merge',
  summary: 'Make one contact of each group; every merge can be undone',
  body: ContactDuplicateMerge,
  response: ContactDuplicatesMerged,
})

export const contactBulkRoutes = ({
  exports,
  duplicates,
}: {
  readonly exports: ContactExport
  readonly duplicates: ContactDuplicates
}): BoundRoute[] => [
  bindRoute(Export, ({ query: { format, ...filter } }, caller) => exports.export(viewerOf(caller), format, filter)),
  bindRoute(Duplicates, ({ query }, caller) => duplicates.list(viewerOf(caller), query)),
  bindRoute(MergeDuplicates, ({ body }, caller) => duplicates.merge(viewerOf(caller), body)),
]
