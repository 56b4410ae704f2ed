import { parseMarkup, type MarkupBlock, type MarkupInline } from '../../base/contracts.ts'
import { Fragment, memo, type ReactNode } from 'react'
import { SafeText } from './SafeText.tsx'

/** What somebody marked as chats draw it: strong, lists, quotes, code, links. All of it is nodes, never markup. */
export const MarkedText = memo(function MarkedText({ text }: { text: string }) {
  const blocks = parseMarkup(text)
  const [only] = blocks
  // Most messages are one paragraph, which stays a run of text: the foot of its bubble stands beside it.
  if (blocks.length === 1 && only?.kind === 'lines') return <Lines lines={only.lines} />
  return (
    <div className="flex flex-col gap-1">
      {blocks.map((block, index) => (
        <MarkedBlock key={index} block={block} />
      ))}
    </div>
  )
})

function MarkedBlock({ block }: { block: MarkupBlock }) {
  switch (block.kind) {
    case 'lines':
      return (
        <p>
          <Lines lines={block.lines} />
        </p>
      )
    case 'quote':
      return (
        <blockquote className="border-l-2 border-line-strong pl-2.5 text-ink-muted">
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'pre':
      return (
        <pre className="overflow-x-auto rounded-md bg-hover px-2.5 py-1.5 font-mono text-list" tabIndex={0}>
          {block.text}
        </pre>
      )
    case 'list': {
      const isNumbered = block.items[0]?.marker !== undefined
      const List = isNumbered ? 'ol' : 'ul'
      return (
        <List className={`flex flex-col gap-0.5 pl-5 ${isNumbered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map(({ marker, content }, index) => (
            <li key={index} value={isNumbered && marker !== undefined ? Number(marker) : undefined}>
              <Lines lines={[content]} />
            </li>
          ))}
        </List>
      )
    }
  }
}

const Lines = ({ lines }: { lines: readonly (readonly MarkupInline[])[] }) => (
  <span className="wrap-anywhere whitespace-pre-wrap">
    {lines.map((line, index) => (
      <Fragment key={index}>
        {index > 0 && '\n'}
        {line.map(drawn)}
      </Fragment>
    ))}
  </span>
)

const code = 'rounded-sm bg-hover px-1 font-mono text-[0.92em]'

function drawn(piece: MarkupInline, key: number): ReactNode {
  switch (piece.kind) {
    case 'text':
      return <SafeText key={key} text={piece.text} />
    case 'code':
      return (
        <code key={key} className={code}>
          {piece.text}
        </code>
      )
    case 'strong':
      return (
        <strong key={key} className="font-semibold">
          {piece.content.map(drawn)}
        </strong>
      )
    case 'emphasis':
      return <em key={key}>{piece.content.map(drawn)}</em>
    case 'struck':
      return <s key={key}>{piece.content.map(drawn)}</s>
    case 'link':
      return (
        <a
          key={key}
          href={piece.href}
          title={piece.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="underline decoration-1 underline-offset-2"
        >
          {piece.content.map((one) => (one.kind === 'text' ? one.text : null))}
        </a>
      )
  }
}
