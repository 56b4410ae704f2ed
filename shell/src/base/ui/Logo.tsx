/** The product's mark: a speech bubble with a note in it. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0 text-accent">
    <rect width="32" height="32" rx="8" fill="currentColor" />
    <path
      d={
        'M10 8.5h12a3 3 0 0 1 3 3v6.5a3 3 0 0 1-3 3h-6.2l-4.6 3.7c-.5.4-1.2.1-1.2-.6V21a3 3 0 0 1-3-3v-6.5a3 3 0 0 ' +
        '1 3-3Z'
      }
      className="fill-accent-ink"
    />
    <path d="M11.5 12.8h9M11.5 16.6h5.5" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
  </svg>
)
