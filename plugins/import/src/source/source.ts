/**
 * What PostgreSQL and MySQL say differently. Names are quoted with double quotes and texts with single ones in both.
 */
export interface Dialect {
  /** The value number `at` (from 1) of a statement; each is used once, in order. */
  parameter(at: number): string
  /** A value of any type as a text. */
  text(column: string): string
  /** A number of any type as a floating point number. */
  number(column: string): string
  /** A yes or no; what is not there is no. MySQL answers 1 and 0. */
  flag(column: string): string
  /** A time as milliseconds since 1970. */
  milliseconds(column: string): string
  /** Values of several rows as one text with commas. */
  joined(column: string): string
  /** Condition that a row of `information_schema.columns` is of the database that was opened. */
  readonly isOfDatabase: string
}

/** A connection to the database of the other system that can only read. */
export interface Source {
  readonly dialect: Dialect
  /** Rows of a statement. */
  query<T>(statement: string, values?: readonly string[]): Promise<T[]>
}

/** A {@link Source} and its end. */
export interface OpenSource extends Source {
  /** Closes the connection, also in the middle of a statement, which then fails. Never throws. */
  end(): Promise<void>
}

export const connectSeconds = 15
/** The longest statement in the other system, which may be at work. */
export const statementMs = 60_000
