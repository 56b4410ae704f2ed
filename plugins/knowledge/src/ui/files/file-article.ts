/** An article as a file has it; what the file leaves open is the importer's choice. */
export interface FileArticle {
  readonly title: string
  /** Markdown. */
  readonly body: string
  readonly category?: string
  readonly language?: string
  /** The address that it was read at. */
  readonly source?: string
}

/** Why a file gives no article. */
export type Unreadable = 'kind' | 'size' | 'empty' | 'locked' | 'damaged' | 'columns'

/** A file that gives no article; `reason` is for the person who chose it. */
export class UnreadableFile extends Error {
  readonly reason: Unreadable

  constructor(reason: Unreadable, options?: ErrorOptions) {
    super(`the file cannot be read: ${reason}`, options)
    this.reason = reason
  }
}

/** The title of an article at most, in characters. */
export const longestTitle = 200

/** A title in one line that is not too long, or `otherwise` where nothing is left. */
export const titleOf = (text: string, otherwise: string): string =>
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, longestTitle).join('').trim() || otherwise

/** A file's name without its ending. */
export const baseName = (name: string): string => name.replace(/\.[^.]+$/, '')
