import type { LoginResult, Role } from '../contracts.ts'

/**
 * Content of `usuario` beside the two fields of S3-082: the signed-in user, so that a reload draws before it fetches.
 * `lgpdAccepted`: as last answered by the server.
 */
export interface StoredUser extends Omit<LoginResult, 'token' | 'sessionId' | 'profile'> {
  lgpdAccepted: boolean
}
export interface Session {
  token: string
  sessionId: string
  userId: string
  profile: Role
  user: StoredUser
}

/** S3-081. `user-locale` outlives the session; everything else goes with it. */
const sessionKeys = ['token', 'sessionId', 'userId', 'profile', 'usuario', 'licenseCache'] as const
export const localeKey = 'user-locale'

type Listener = () => void

/**
 * The signed-in session as this browser keeps it. The server trusts none of it. Tabs share it: a refresh or an end in
 * one tab reaches the others by the `storage` event.
 */
export class SessionStore {
  readonly #storage: Storage
  readonly #listeners = new Set<Listener>()
  #current: Session | null
  #left: string | undefined

  constructor(storage: Storage) {
    this.#storage = storage
    this.#current = this.#read()
  }

  current = (): Session | null => this.#current

  /** Id of the session that the user has signed out of, from the click on; this page asks nothing for it any more. */
  left = (): string | undefined => this.#left

  /** Whether calls may be made in its name: there is a session, and the user is not signing out of it. */
  isOpen = (): boolean => this.#current !== null && this.#current.sessionId !== this.#left

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(login: LoginResult): void {
    const { token, sessionId, profile, ...user } = login
    this.#left = undefined
    this.#write({ token, sessionId, userId: login.userId, profile, user: { ...user, lgpdAccepted: false } })
  }

  /** Keeps the new access token of the same session. */
  renew(token: string): void {
    if (this.#current) this.#write({ ...this.#current, token })
  }

  updateUser(change: Partial<StoredUser>): void {
    if (this.#current) this.#write({ ...this.#current, user: { ...this.#current.user, ...change } })
  }

  /** The user signs out: nothing is asked in its name any more; {@link end} follows when the server knows. */
  leave(): void {
    this.#left = this.#current?.sessionId
    this.#announce()
  }

  end(): void {
    for (const key of sessionKeys) this.#storage.removeItem(key)
    this.#current = null
    this.#announce()
  }

  /** Follows what another tab wrote; called for its `storage` events and before a refresh. */
  reload(): void {
    this.#current = this.#read()
    this.#announce()
  }

  #write(session: Session): void {
    this.#storage.setItem('token', session.token)
    this.#storage.setItem('sessionId', session.sessionId)
    this.#storage.setItem('userId', session.userId)
    this.#storage.setItem('profile', session.profile)
    this.#storage.setItem('usuario', JSON.stringify(session.user))
    this.#current = session
    this.#announce()
  }

  #read(): Session | null {
    const [token, sessionId, userId, profile, usuario] = sessionKeys.map((key) => this.#storage.getItem(key))
    if (!token || !sessionId || !userId || !profile || !usuario) return null
    try {
      return { token, sessionId, userId, profile: profile as Role, user: JSON.parse(usuario) as StoredUser }
    } catch {
      return null
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}
