import { piecesOf } from '../notes/mentions.ts'
import type { Note } from '../notes/note.ts'

/** The words of a note, who is named in them among them. */
export const NoteText = ({ note, className }: { note: Note; className: string }) => (
  <p className={`whitespace-pre-wrap wrap-anywhere ${className}`} dir="auto">
    {piecesOf(note.content, note.mentions).map((piece, index) =>
      typeof piece === 'string' ? (
        piece
      ) : (
        <span key={index} className="font-medium text-accent-text">
          @{piece.name}
        </span>
      ),
    )}
  </p>
)
