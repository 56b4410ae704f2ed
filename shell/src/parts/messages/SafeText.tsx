import { linkify } from '../../base/contracts.ts'

/** Text as somebody wrote it: lines kept, addresses as links, nothing else interpreted. */
export const SafeText = ({ text }: { text: string }) => (
  <span className="wrap-anywhere whitespace-pre-wrap">
    {linkify(text).map(({ text: piece, href }, index) =>
      href ? (
        <a
          key={index}
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="underline decoration-1 underline-offset-2"
        >
          {piece}
        </a>
      ) : (
        <bdi key={index}>{piece}</bdi>
      ),
    )}
  </span>
)
