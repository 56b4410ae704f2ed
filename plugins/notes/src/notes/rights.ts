import type { Viewer } from '@recado/sdk'
import { and, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { notes, type NoteRow } from './note.table.ts'

type Reader = Pick<Viewer, 'userId' | 'queueIds' | 'can'>

/**
 * Permission to read, change and delete every shared note within one's visibility. A note that is not shared is its
 * author's alone; one that an automation wrote is shared and has no author.
 */
export const managePermission = 'notes.manage'

/**
 * Own notes and shared ones. For a conversation's notes that is not enough: a user who may not see the ticket sees none
 * of them, and core decides that.
 */
export const readable = (viewer: Reader): SQL =>
  or(
    eq(notes.userId, viewer.userId),
    and(
      notes.isShared,
      or(
        isNotNull(notes.ticketId),
        viewer.can(managePermission) ? sql`true` : inArray(notes.queueId, [...viewer.queueIds]),
      ),
    ),
  )!

export const mayWrite = (viewer: Reader, note: Pick<NoteRow, 'userId' | 'isShared'>): boolean =>
  note.userId === viewer.userId || (note.isShared && viewer.can(managePermission))
