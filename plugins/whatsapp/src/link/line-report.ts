import type { SessionFacts } from '@recado/sdk'
import type { WAVersion } from 'baileys'

/** What became of the lines of a session since it was opened, for the report of an administrator. */
export class LineReport {
  readonly #since = new Date()
  #lines = 0
  #version: string | null = null
  #openedAt: Date | null = null
  #endedAt: Date | null = null
  #lastCode: number | null = null

  /** A line is made, which says that it is this version of WhatsApp Web. */
  made(version: WAVersion): void {
    this.#lines++
    this.#version = version.join('.')
  }

  opened(): void {
    this.#openedAt = new Date()
  }

  /** @param code reason of the end, by WhatsApp or by the client */
  ended(code: number): void {
    this.#endedAt = new Date()
    this.#lastCode = code
  }

  facts(): SessionFacts {
    return {
      webVersion: this.#version,
      sessionSince: this.#since.toISOString(),
      linesMade: this.#lines,
      lastOpenedAt: this.#openedAt?.toISOString() ?? null,
      lastEndedAt: this.#endedAt?.toISOString() ?? null,
      lastEndCode: this.#lastCode,
    }
  }
}
