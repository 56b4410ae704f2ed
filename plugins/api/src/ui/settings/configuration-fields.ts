import type { FormField } from '@recado/sdk'
import { maxAddressLength, maxNameLength, scopes, waysToSend } from '../../configurations/limits.ts'

/** Fields of an API configuration (S3-028); the token is no field, it is issued. */
export const configurationFields: readonly FormField[] = [
  { name: 'name', type: 'string', required: true, minLength: 1, maxLength: maxNameLength },
  { name: 'sessionId', type: 'reference', refersTo: 'connection', required: true },
  { name: 'isActive', type: 'boolean', required: false, default: true },
  { name: 'sendBy', type: 'enum', required: true, options: [...waysToSend], default: 'any' },
  { name: 'closeTicket', type: 'boolean', required: false, default: false },
  { name: 'scopes', type: 'enumArray', required: true, options: [...scopes], default: [...scopes] },
  { name: 'urlServiceStatus', type: 'url', required: false, maxLength: maxAddressLength },
  { name: 'urlMessageStatus', type: 'url', required: false, maxLength: maxAddressLength },
]
