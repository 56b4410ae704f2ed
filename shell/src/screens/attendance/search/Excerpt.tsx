import type { MessageHit } from '../../../base/contracts.ts'

/** Part of a found message, with the words that were looked for. */
export const Excerpt = ({ pieces }: { pieces: MessageHit['excerpt'] }) => (
  <>
    {pieces.map((piece, at) =>
      piece.isMatch ? (
        <mark key={at} className="rounded-xs bg-accent-soft font-semibold text-ink">
          {piece.text}
        </mark>
      ) : (
        <span key={at}>{piece.text}</span>
      ),
    )}
  </>
)
