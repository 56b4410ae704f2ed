import { statementsPage } from '../statements/page.ts'
import { readState } from '../statements/state.ts'
import { readUnraisedCodes } from '../statements/unraised-codes.ts'
import { configuration } from './configuration.ts'
import { errors } from './errors.ts'
import { events } from './events.ts'
import { permissions } from './permissions.ts'
import { realtimeEvents } from './realtime-events.ts'
import { sdkPage } from './sdk.ts'
import { webhooks } from './webhooks.ts'

/** Every page of docs/reference, by file name, as the source says it must read now. */
export const referencePages = async (): Promise<Readonly<Record<string, string>>> => ({
  'configuration.md': configuration(),
  'errors.md': await errors(),
  'events.md': events(),
  'permissions.md': await permissions(),
  'realtime-events.md': realtimeEvents(),
  'webhooks.md': webhooks(),
  'sdk.md': sdkPage(),
  'statements.md': statementsPage(readState(), await readUnraisedCodes()),
})
