import { classNames, linkify, useViewer } from '@recado/sdk/ui'
import { Fragment } from 'react'
import { piecesOf, type Named } from '../../messages/mentions.ts'

/** What somebody wrote: colleagues by name, addresses as links. */
export function MessageText({ content, mentions }: { content: string; mentions: readonly Named[] }) {
  const { userId } = useViewer()
  return (
    <p className="text-thread break-words whitespace-pre-wrap">
      {piecesOf(content, mentions).map((piece, index) =>
        typeof piece === 'string' ? (
          // Pieces have no identity but their place.
          <Fragment key={index}>
            {linkify(piece).map((part, at) =>
              part.href === undefined ? (
                <Fragment key={at}>{part.text}</Fragment>
              ) : (
                <a
                  key={at}
                  href={part.href}
                  target="_blank"
                  rel="noreferrer noopener"
                  className="text-accent-text underline"
                >
                  {part.text}
                </a>
              ),
            )}
          </Fragment>
        ) : (
          <span
            key={index}
            className={classNames(
              'font-medium text-accent-text',
              piece.id === userId && 'rounded-sm bg-selected px-0.5',
            )}
          >
            @{piece.name}
          </span>
        ),
      )}
    </p>
  )
}
