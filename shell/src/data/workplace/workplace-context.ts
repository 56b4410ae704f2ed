import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ShellManifest } from '../../base/contracts.ts'
import type { AttachmentShelf } from '../messages/attachment-shelf.ts'
import type { DraftStore } from '../messages/drafts.ts'
import type { LetterHeads } from '../messages/letter-heads.ts'
import type { Outbox } from '../messages/outbox.ts'
import type { Uploads } from '../messages/uploads.ts'
import type { CatchingUp } from '../realtime/catching-up.ts'
import type { ColleagueStore } from '../realtime/colleagues.ts'
import type { LiveStream } from '../realtime/live-stream.ts'
import type { TypingStore } from '../realtime/typing.ts'
import { keys } from '../../base/query-keys.ts'

/** Shared services of one session's screens beside the kit's. */
export interface WorkplaceServices {
  readonly live: LiveStream
  /** Whether the data on the screen is fetched again after changes may have been missed. */
  readonly catchingUp: CatchingUp
  readonly outbox: Outbox
  readonly drafts: DraftStore
  /** Drafts of plugins' editors, per ticket and panel; in this browser alone. */
  readonly besideDrafts: DraftStore
  /** Heads of unsent letters, where a channel's messages are letters; in this browser alone. */
  readonly letterHeads: LetterHeads
  readonly attachments: AttachmentShelf
  /** The files on their way to the server, attached or sent. */
  readonly uploads: Uploads
  readonly typing: TypingStore
  readonly colleagues: ColleagueStore
}

export const WorkplaceContext = createContext<WorkplaceServices | null>(null)

export function useWorkplace(): WorkplaceServices {
  const services = useContext(WorkplaceContext)
  if (!services) throw new Error('This screen belongs inside the workplace')
  return services
}

/** The manifest, which is always there inside the workplace. A query of it would be a second owner. */
export function useManifest(): ShellManifest {
  const manifest = useQueryClient().getQueryData<ShellManifest>(keys.manifest)
  if (!manifest) throw new Error('This screen belongs inside the workplace')
  return manifest
}
