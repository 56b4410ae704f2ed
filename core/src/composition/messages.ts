import { deliverBy } from '../channels/delivery-mode.ts'
import type { BoundRoute } from '../http/route.ts'
import { linkPreviewRoutes } from '../link-previews/link-previews.routes.ts'
import { LinkPreviews } from '../link-previews/link-previews.service.ts'
import { WebPages } from '../link-previews/web-pages.ts'
import { mediaRoutes } from '../media/media.routes.ts'
import { createSquarePictures } from '../media/square-picture.ts'
import { ffmpegTranscoder } from '../media/transcode.ts'
import { draftRoutes } from '../messages/drafts.routes.ts'
import { DraftsService } from '../messages/drafts.service.ts'
import type { ExchangedFiles } from '../messages/exchanged-files.ts'
import type { ExchangedLinks } from '../messages/exchanged-links.ts'
import { MessageForwards } from '../messages/forward.service.ts'
import { letterImagesIn } from '../messages/letter-images.ts'
import { MessageActs } from '../messages/message-acts.service.ts'
import { OlderMessages } from '../messages/older-messages.ts'
import { messageRoutes } from '../messages/messages.routes.ts'
import { type MessagesDeps, MessagesService } from '../messages/messages.service.ts'
import { ScheduledMessagesService } from '../messages/scheduled-messages.service.ts'
import { ScheduledSender } from '../messages/scheduled-sender.ts'
import { transcriptRoutes } from '../messages/transcript/transcript.routes.ts'
import { Transcripts } from '../messages/transcript/transcripts.service.ts'
import { Uploads } from '../messages/uploads.service.ts'
import type { Making } from './app-options.ts'
import { channelWindows, readingTold } from './connections.ts'
import {
  ACTS,
  BOUNDED_MEDIA,
  BUS,
  CLOCK,
  CONNECTION_OPERATIONS,
  DRAFTS,
  DATABASE,
  DELIVERIES,
  EGRESS,
  FEED,
  FETCHES,
  FILE_REMOVAL,
  FORWARDS,
  GLOBALS,
  LINK_PREVIEWS,
  MEDIA,
  MESSAGES,
  PLUGINS,
  SCHEDULED,
  SCHEDULED_SENDER,
  SETTINGS,
  TENANTS,
  TICKETS,
  TRANSCODER,
  UPLOADS,
} from './tokens.ts'

/** Messages: sending, planning and forwarding them, drafts, files and previews of links. */
export function makeMessages(making: Making): void {
  const { once, get, options } = making
  const { log } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  const messagesDeps = (): MessagesDeps => ({
    db,
    bus,
    feed: get(FEED),
    media: get(BOUNDED_MEDIA),
    transcoder: get(TRANSCODER),
    settings: get(SETTINGS),
    channels: get(PLUGINS).channels,
    windows: channelWindows(making),
    clock: get(CLOCK),
    later: get(SCHEDULED),
    deliver: deliverBy(
      () => get(GLOBALS).get('deliveryMode'),
      () => get(DELIVERIES),
    ),
    awaited: (id) => get(FETCHES).poke(id),
    onRead: readingTold(making),
  })
  once(TRANSCODER, () => ffmpegTranscoder({ media: get(MEDIA) }))
  once(MESSAGES, () => new MessagesService(messagesDeps()))
  once(
    SCHEDULED,
    () =>
      new ScheduledMessagesService({
        db,
        bus,
        feed: get(FEED),
        media: get(MEDIA),
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        clock: get(CLOCK),
      }),
  )
  once(SCHEDULED_SENDER, () => new ScheduledSender({ ...messagesDeps(), log }))
  once(
    UPLOADS,
    () =>
      new Uploads({
        db,
        media: get(BOUNDED_MEDIA),
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        removeFiles: get(FILE_REMOVAL),
        clock: get(CLOCK),
      }),
  )
  once(ACTS, () => new MessageActs(messagesDeps()))
  once(DRAFTS, () => new DraftsService({ db, media: get(MEDIA), settings: get(SETTINGS), clock: get(CLOCK) }))
  once(
    FORWARDS,
    () =>
      new MessageForwards({
        db,
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        clock: get(CLOCK),
        tickets: get(TICKETS),
        messages: get(MESSAGES),
      }),
  )
  once(
    LINK_PREVIEWS,
    () =>
      new LinkPreviews({
        db,
        settings: get(SETTINGS),
        channels: get(PLUGINS).channels,
        pages: new WebPages(get(EGRESS)),
        media: get(BOUNDED_MEDIA),
        square: createSquarePictures(),
        clock: get(CLOCK),
        log,
      }),
  )
}

/** The calls of messages, and of the files and links in them. */
export function messageCalls(
  { get, options: { log } }: Making,
  { files, links }: { readonly files: ExchangedFiles; readonly links: ExchangedLinks },
): BoundRoute[] {
  return [
    ...transcriptRoutes(
      new Transcripts({
        db: get(DATABASE),
        media: get(MEDIA),
        settings: get(SETTINGS),
        tenants: get(TENANTS),
        clock: get(CLOCK),
        log,
      }),
    ),
    ...draftRoutes(get(DRAFTS)),
    ...messageRoutes({
      messages: get(MESSAGES),
      acts: get(ACTS),
      forwards: get(FORWARDS),
      scheduled: get(SCHEDULED),
      uploads: get(UPLOADS),
      files,
      links,
      older: new OlderMessages({
        db: get(DATABASE),
        settings: get(SETTINGS),
        operations: () => get(CONNECTION_OPERATIONS),
      }),
    }),
    ...linkPreviewRoutes(get(LINK_PREVIEWS)),
    ...mediaRoutes(get(MEDIA), letterImagesIn(get(DATABASE))),
  ]
}
