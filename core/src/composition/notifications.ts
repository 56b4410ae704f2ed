import type { BoundRoute } from '../http/route.ts'
import { Bell } from '../notifications/bell.ts'
import { bellRoutes } from '../notifications/bell.routes.ts'
import { Attention } from '../notifications/attention.ts'
import { NotificationChoices } from '../notifications/notification-choices.ts'
import { notificationRoutes } from '../notifications/notifications.routes.ts'
import { PushKeys } from '../notifications/push-keys.ts'
import { PushSender } from '../notifications/push-sender.ts'
import { PushSubscriptions } from '../notifications/push-subscriptions.ts'
import { BrowserPushes } from '../notifications/browser-pushes.ts'
import { NoticePushes } from '../notifications/notice-pushes.ts'
import { TicketNotifications } from '../notifications/ticket-notifications.ts'
import type { Making } from './app-options.ts'
import {
  ACCESS,
  ATTENTION,
  BELL,
  PLUGINS,
  BUS,
  CHOICES,
  CLOCK,
  DATABASE,
  EGRESS,
  FEED,
  JOBS,
  BROWSER_PUSHES,
  NOTICE_PUSHES,
  NOTIFICATIONS,
  PERMISSIONS,
  PUSH_KEYS,
  PUSH_SENDER,
  PUSH_SUBSCRIPTIONS,
  REALTIME,
  SETTINGS,
} from './tokens.ts'

/** Contact address for push services if an installation has no public address of its own. */
const unnamedSubject = 'mailto:push@recado.invalid'

/** Registers the notifications of users who do not look at the product. */
export function makeNotifications({ once, get, options: { secret, publicUrl, log } }: Making): void {
  const db = get(DATABASE)
  const bus = get(BUS)
  once(ATTENTION, () => new Attention({ bus, clock: get(CLOCK) }))
  once(CHOICES, () => new NotificationChoices({ db }))
  once(
    BELL,
    () =>
      new Bell({
        db,
        bus,
        permissions: get(PERMISSIONS),
        settings: get(SETTINGS),
        realtime: get(REALTIME),
        pluginKinds: (viewer) => get(PLUGINS).bellKinds(viewer),
      }),
  )
  once(PUSH_KEYS, () => new PushKeys({ db, secret }))
  once(PUSH_SUBSCRIPTIONS, () => new PushSubscriptions({ db, secret, bus }))
  once(
    PUSH_SENDER,
    () =>
      new PushSender({
        keys: get(PUSH_KEYS),
        egress: get(EGRESS),
        subject: publicUrl?.startsWith('https:') ? publicUrl : unnamedSubject,
      }),
  )
  once(
    BROWSER_PUSHES,
    () =>
      new BrowserPushes({
        sessions: get(ACCESS).sessions,
        subscriptions: get(PUSH_SUBSCRIPTIONS),
        sender: get(PUSH_SENDER),
        log,
      }),
  )
  once(
    NOTICE_PUSHES,
    () =>
      new NoticePushes({
        db,
        jobs: get(JOBS),
        clock: get(CLOCK),
        choices: get(CHOICES),
        subscriptions: get(PUSH_SUBSCRIPTIONS),
        browsers: get(BROWSER_PUSHES),
        attention: get(ATTENTION),
      }),
  )
  once(
    NOTIFICATIONS,
    () =>
      new TicketNotifications({
        db,
        bus,
        jobs: get(JOBS),
        clock: get(CLOCK),
        settings: get(SETTINGS),
        choices: get(CHOICES),
        subscriptions: get(PUSH_SUBSCRIPTIONS),
        browsers: get(BROWSER_PUSHES),
        attention: get(ATTENTION),
        realtime: get(REALTIME),
        feed: get(FEED),
        bell: get(BELL),
      }),
  )
}

/** The calls about what one wants to be told. */
export const notificationCalls = ({ get }: Making): readonly BoundRoute[] => [
  ...bellRoutes(get(BELL)),
  ...notificationRoutes({
    choices: get(CHOICES),
    subscriptions: get(PUSH_SUBSCRIPTIONS),
    sender: get(PUSH_SENDER),
    keys: get(PUSH_KEYS),
  }),
]
