/* Types of the global scope for the service worker. TypeScript's libraries cover either pages or workers; these few
   types do for both. */

export interface ShownNotification {
  readonly data: unknown
  close(): void
}

/** The options of a notification, with those that TypeScript's list of pages leaves out. */
export interface WorkerNotificationOptions {
  readonly body: string
  readonly icon: string
  readonly badge: string
  readonly tag: string
  readonly data: unknown
  readonly requireInteraction: boolean
  readonly renotify: boolean
  readonly vibrate: readonly number[]
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void
}
export interface WorkerEvents {
  install: Extendable
  activate: Extendable
  push: Extendable & { readonly data: { json(): unknown } | null }
  notificationclick: Extendable & { readonly notification: ShownNotification }
  fetch: Extendable & { readonly request: Request; respondWith(answer: Promise<Response>): void }
}

export interface WorkerScope {
  readonly location: { readonly origin: string }
  readonly navigator: { readonly language: string }
  readonly registration: { showNotification(title: string, options: WorkerNotificationOptions): Promise<void> }
  readonly clients: {
    claim(): Promise<void>
    openWindow(url: string): Promise<unknown>
  }
  fetch(request: Request): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void
}
