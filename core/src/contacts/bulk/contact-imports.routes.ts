import {
  ContactImport,
  ContactImportMapping,
  ContactImportPreview,
  ContactImportStart,
  defineRoute,
  id,
  type ContactImportId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../../http/route.ts'
import type { ContactImports } from './contact-imports.service.ts'
import { importLimits } from './table-limits.ts'

const params = z.object({ importId: id<ContactImportId>() })
const access = { kind: 'session', permission: 'contacts.import' } as const
const read = { access, rate: 'read' } as const
const write = { access, rate: 'write', maxBody: 65_536 } as const

const Upload = defineRoute({
  access,
  rate: 'upload',
  method: 'POST',
  path: '/contact-imports',
  summary: 'Upload a table of contacts, CSV or XLSX; nothing is made yet',
  encoding: 'multipart',
  maxBody: importLimits.fileBytes + 65_536,
  response: ContactImport,
  status: 201,
  errors: [
    'ERR_NO_FILE_UPLOADED',
    'ERR_FILE_TOO_LARGE',
    'ERR_CONTACT_IMPORT_FILE',
    'ERR_CONTACT_IMPORT_ROWS',
    'ERR_CONTACT_IMPORT_TEXT',
  ],
})
const List = defineRoute({
  ...read,
  method: 'GET',
  path: '/contact-imports',
  summary: 'One’s own imports of contacts, newest first',
  response: z.array(ContactImport),
})
const Get = defineRoute({
  ...read,
  method: 'GET',
  path: '/contact-imports/:importId',
  summary: 'How far an import of contacts is',
  params,
  response: ContactImport,
  errors: ['ERR_NO_CONTACT_IMPORT_FOUND'],
})
const Preview = defineRoute({
  ...write,
  method: 'POST',
  path: '/contact-imports/:importId/preview',
  summary: 'The first rows as they would be taken, with what is wrong in them',
  params,
  body: ContactImportMapping,
  response: ContactImportPreview,
  errors: ['ERR_NO_CONTACT_IMPORT_FOUND', 'ERR_CONTACT_IMPORT_BEGUN'],
})
const Start = defineRoute({
  ...write,
  method: 'POST',
  path: '/contact-imports/:importId/start',
  summary: 'Take the rows, with what the columns are',
  params,
  body: ContactImportStart,
  response: ContactImport,
  errors: [
    'ERR_NO_CONTACT_IMPORT_FOUND',
    'ERR_CONTACT_IMPORT_BEGUN',
    'ERR_CONTACT_IMPORT_COLUMNS',
    'ERR_NO_TAG_FOUND',
    'ERR_NO_USER_FOUND',
  ],
})
const Cancel = defineRoute({
  ...write,
  method: 'POST',
  path: '/contact-imports/:importId/cancel',
  summary: 'Stop an import; what was taken stays',
  params,
  response: ContactImport,
  errors: ['ERR_NO_CONTACT_IMPORT_FOUND'],
})
const Refused = defineRoute({
  ...read,
  rate: 'search',
  method: 'GET',
  path: '/contact-imports/:importId/refused',
  summary: 'The rows that were not taken as CSV, with why',
  params,
  response: 'bytes',
  errors: ['ERR_NO_CONTACT_IMPORT_FOUND'],
})

export const contactImportRoutes = (imports: ContactImports): BoundRoute[] => [
  {
    ...bindRoute(Upload, ({ files, signal }, caller) => imports.upload(viewerOf(caller), files, signal)),
    maxFile: { bytes: importLimits.fileBytes, code: 'ERR_FILE_TOO_LARGE' },
  },
  bindRoute(List, (_request, caller) => imports.list(viewerOf(caller))),
  bindRoute(Get, ({ params: { importId } }, caller) => imports.get(viewerOf(caller), importId)),
  bindRoute(Preview, ({ params: { importId }, body }, caller) => imports.preview(viewerOf(caller), importId, body)),
  bindRoute(Start, ({ params: { importId }, body }, caller) => imports.start(viewerOf(caller), importId, body)),
  bindRoute(Cancel, ({ params: { importId } }, caller) => imports.cancel(viewerOf(caller), importId)),
  bindRoute(Refused, ({ params: { importId } }, caller) => imports.refused(viewerOf(caller), importId)),
]
