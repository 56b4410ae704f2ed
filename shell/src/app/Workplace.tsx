import { ApiError, ErrorState, ShellProvider, type ShellServices } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActivityStatus } from './activity/use-activity-status.ts'
import type { Session } from '../base/api/session.ts'
import type { Locale, ShellManifest } from '../base/contracts.ts'
import { LicenceBlocked } from './frame/LicenceBlocked.tsx'
import { Frame } from './frame/Frame.tsx'
import { FrameSkeleton } from './frame/FrameSkeleton.tsx'
import { loadErrorWords, registerPluginWords } from '../base/i18n/plugin-words.ts'
import { AttachmentShelf } from '../data/messages/attachment-shelf.ts'
import { joinDraftFiles } from '../data/messages/draft-files.ts'
import { keepDraft, syncDrafts } from '../data/messages/draft-sync.ts'
import { DraftStore } from '../data/messages/drafts.ts'
import { LetterHeads } from '../data/messages/letter-heads.ts'
import { Outbox } from '../data/messages/outbox.ts'
import { postFile, postMessage, recallMessage } from '../data/messages/post-message.ts'
import { Uploads } from '../data/messages/uploads.ts'
import { usePreferencesOfOtherDevices } from '../base/preferences/use-preferences.ts'
import { applyPushes } from '../data/pushes/apply-pushes.ts'
import { CatchingUp } from '../data/realtime/catching-up.ts'
import { ColleagueStore } from '../data/realtime/colleagues.ts'
import { LiveStream } from '../data/realtime/live-stream.ts'
import { TypingStore } from '../data/realtime/typing.ts'
import { KeysInForce } from '../base/shortcuts/KeysInForce.tsx'
import { WorkplaceContext, type WorkplaceServices } from '../data/workplace/workplace-context.ts'
import { keys } from '../base/query-keys.ts'
import {
  api,
  consentMissing,
  enrolmentMissing,
  queries,
  session as sessions,
  sessionEnded,
  sessionFetch,
} from '../base/session/services.ts'

/**
 * Registers the plugins' texts before anything draws them, and says where the stream begins if nothing was read before
 * the manifest: what an earlier workplace of this page read may lack changes, and is read again at the first hello.
 */
async function fetchManifest(live: LiveStream, signal: AbortSignal): Promise<ShellManifest> {
  const isFirst = queries
    .getQueryCache()
    .getAll()
    .every(({ queryKey, state }) => queryKey[0] === keys.manifest[0] || (!state.data && state.fetchStatus === 'idle'))
  const manifest = await api.get<ShellManifest>('/api/shell/manifest', { signal })
  registerPluginWords(manifest.plugins, manifest.texts)
  if (isFirst) live.beginAt(manifest.stream)
  // A user who is not asked has no notice to answer.
  if (sessions.current()?.user.lgpdAccepted === false) sessions.updateUser({ lgpdAccepted: true })
  return manifest
}

/** Shared services of one session: the socket, the outbox, drafts, and the manifest's view of the product. */
export default function Workplace({ session }: { session: Session }) {
  const { i18n, t } = useTranslation()
  usePreferencesOfOtherDevices()
  const [services] = useState((): WorkplaceServices => {
    const {
      userId,
      user: { tenantId },
    } = session
    const uploads = new Uploads({ post: postFile(api), remove: (id) => api.delete(`/messages/files/${id}`) })
    return {
      live: new LiveStream({
        tenantId,
        renew: sessionFetch.renew,
        onSessionEnded: sessionEnded,
        onConsentMissing: consentMissing,
        onEnrolmentMissing: enrolmentMissing,
        credentials: () => {
          const current = sessions.current()
          return current ? { token: current.token, sessionid: current.sessionId } : null
        },
      }),
      outbox: new Outbox({
        storage: localStorage,
        userId,
        send: (message) => postMessage({ api, uploads }, message),
        recall: (message) => recallMessage(api, message),
        uploads,
      }),
      uploads,
      drafts: new DraftStore({
        storage: localStorage,
        userId,
        keep: (ticketId, change) => keepDraft(api, ticketId, change),
      }),
      letterHeads: new LetterHeads({ storage: localStorage, userId }),
      attachments: new AttachmentShelf(),
      besideDrafts: new DraftStore({ storage: localStorage, userId: `${userId}.beside` }),
      typing: new TypingStore(),
      colleagues: new ColleagueStore(),
      catchingUp: new CatchingUp(),
    }
  })

  const { live } = services
  const manifest = useQuery({ queryKey: keys.manifest, queryFn: ({ signal }) => fetchManifest(live, signal) })

  useEffect(() => {
    const { outbox, uploads, drafts, attachments, typing, colleagues, catchingUp } = services
    const stops = [
      applyPushes(live, {
        queries,
        userId: session.userId,
        onOwnMessage: (ticketId, idFront) => outbox.confirm(ticketId, idFront),
        onOwnStatus: (status) => sessions.updateUser({ status }),
        onCatchUp: (fetching) => catchingUp.during(fetching),
      }),
      typing.listen(live, session.userId),
      colleagues.listen(live, session.userId),
      joinDraftFiles({ drafts, attachments, uploads }),
      syncDrafts({ api, drafts, live }),
      live.subscribe(() => {
        if (live.status() === 'live') {
          uploads.resume()
          outbox.resume()
        }
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [services, live, session.userId])

  // The manifest says where the stream begins; without one the socket learns why, as the page did.
  const { isFetched } = manifest
  useEffect(() => {
    if (!isFetched) return
    void live.open()
    return () => live.close()
  }, [live, isFetched])

  useActivityStatus()

  const shell = useMemo(
    (): ShellServices | null =>
      manifest.data
        ? {
            fetch: sessionFetch.inSession,
            live: services.live,
            permissions: manifest.data.permissions,
            channels: manifest.data.channels,
            loadErrorWords,
            viewer: {
              tenantId: session.user.tenantId,
              userId: session.userId,
              name: session.user.username,
              role: manifest.data.role,
              tier: manifest.data.tier,
              locale: i18n.language as Locale,
            },
          }
        : null,
    [manifest.data, services, session, i18n.language],
  )

  if (ApiError.is(manifest.error) && manifest.error.code === 'ERR_LICENSE_BLOCKED')
    return <LicenceBlocked onRetry={() => void manifest.refetch()} />
  if (!shell || !manifest.data) {
    return (
      <FrameSkeleton>
        {manifest.isError && (
          <ErrorState what={t('product')} error={manifest.error} onRetry={() => void manifest.refetch()} />
        )}
      </FrameSkeleton>
    )
  }
  return (
    <ShellProvider services={shell}>
      <WorkplaceContext value={services}>
        <KeysInForce manifest={manifest.data}>
          <Frame manifest={manifest.data} />
        </KeysInForce>
      </WorkplaceContext>
    </ShellProvider>
  )
}
