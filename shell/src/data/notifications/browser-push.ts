import type { Api } from '@recado/sdk/ui'
import type { NotificationState } from './use-notifications.ts'

/**
 * Whether this browser can get notifications. `install`: on this device only once the product is on the home screen.
 */
export type PushPermission = 'granted' | 'default' | 'denied' | 'install' | 'unsupported'

const workerAddress = '/service-worker.js'
/** For whom this browser was subscribed: somebody else gets an address of their own. */
const ownerKey = 'recado.push-owner'

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1)
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

export function pushPermission(): PushPermission {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApple() && !isInstalled() ? 'install' : 'unsupported'
  return Notification.permission
}

/** Starts the service worker of a built shell; the page works the same without one. */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' }).catch(() => undefined)
}

/**
 * Asks for the permission if that was not done yet, and subscribes this browser. Call it from a click: browsers ignore
 * other requests.
 */
export async function subscribeBrowser(api: Api, publicKey: string, userId: string): Promise<PushPermission> {
  if (pushPermission() === 'default') await Notification.requestPermission()
  if (pushPermission() === 'granted') await register(api, publicKey, userId)
  return pushPermission()
}

/** Unsubscribes this browser, even if the server cannot be reached. */
export async function unsubscribeBrowser(api: Api): Promise<void> {
  localStorage.removeItem(ownerKey)
  const subscription = await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  await api.delete('/notifications/subscription')
}

/** Browsers renew their addresses, and each session needs its own entry: a subscription stays switched on. */
export async function keepSubscribed(api: Api, { push }: NotificationState, userId: string): Promise<boolean> {
  if (pushPermission() !== 'granted' || localStorage.getItem(ownerKey) !== userId) return push.active
  await register(api, push.publicKey, userId)
  return true
}

/** Closes what this device still shows of a conversation that was read. */
export async function closeShown(ticketId: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const tag of [`ticket-${ticketId}`, `mention-${ticketId}`])
    for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close()
}

/** Closes what was shown of a plugin's notices that lead to this page. */
export async function closeShownAt(path: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? [])
    if ((notification.data as { path?: string } | null)?.path === path) notification.close()
}

async function register(api: Api, publicKey: string, userId: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  let subscription = await pushManager.getSubscription()
  // Of somebody else who was here before, or of a key that is no longer the installation's.
  if (subscription && (localStorage.getItem(ownerKey) !== userId || keyOf(subscription) !== publicKey)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  await api.put('/notifications/subscription', { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } })
  localStorage.setItem(ownerKey, userId)
}

function keyOf({ options }: PushSubscription): string | null {
  const key = options.applicationServerKey
  return (
    key &&
    btoa(String.fromCharCode(...new Uint8Array(key)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  )
}
