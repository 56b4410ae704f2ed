import { LoaderCircle } from 'lucide-react'

/** For short work inside a control. A screen that loads shows `Skeleton`s instead. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      className="k-spinner"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
    >
      <LoaderCircle aria-hidden size={16} />
    </span>
  )
}
