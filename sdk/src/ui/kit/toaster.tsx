import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { DismissableLayer } from 'radix-ui/internal'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'
import { useErrorWords, type ErrorWords } from './error-text.ts'
import { toast, toastQueue, type ToastEntry } from './toast-queue.ts'
import { useKitWords } from './words.ts'

const marks = { success: <CircleCheck size={16} />, info: <Info size={16} />, error: <CircleAlert size={16} /> }

/** A toast in the user's language: errors with their detail (S8-004); success begins "All set..." (S8-006). */
function useToastWords(entry: ToastEntry): ErrorWords {
  const t = useKitWords()
  const words = useErrorWords()
  if (entry.tone === 'error') return words(entry.content, entry.otherwise)
  return {
    text: entry.tone === 'success' ? `${t('success')} ${String(entry.content)}` : String(entry.content),
    detail: undefined,
  }
}

/**
 * Draws the queue at the top of the window, and belongs to every open dialog and menu: a press on a toast does not
 * count as outside of them. Rendered once, in the shell.
 */
export function Toaster() {
  const t = useKitWords()
  const shown = useSyncExternalStore(toastQueue.subscribe, toastQueue.shown)
  return (
    <DismissableLayer.Branch asChild>
      <section className="k-toasts" aria-label={t('notifications')}>
        <div className="k-toast-log" aria-live="polite" aria-relevant="additions" role="log">
          {shown.map((entry) => (
            <Toast key={entry.id} entry={entry} />
          ))}
        </div>
      </section>
    </DismissableLayer.Branch>
  )
}

function Toast({ entry }: { entry: ToastEntry }) {
  const t = useKitWords()
  const { text, detail } = useToastWords(entry)
  const [pointedAt, setPointedAt] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointedAt || focused
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toast.dismiss(entry.id), entry.durationMs)
    return () => clearTimeout(timer)
  }, [entry, held])
  const { action } = entry
  return (
    <div
      className="k-toast"
      data-tone={entry.tone}
      role={entry.tone === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className="k-toast-mark" aria-hidden>
        {marks[entry.tone]}
      </span>
      <span className="k-toast-text">
        {text}
        {detail && <span className="k-toast-detail">{detail}</span>}
      </span>
      {action && (
        <Button
          size="small"
          onClick={() => {
            action.onClick()
            toast.dismiss(entry.id)
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" icon={<X size={14} />} label={t('dismiss')} onClick={() => toast.dismiss(entry.id)} />
    </div>
  )
}

/** The last errors with their sentences, newest first: for a list where they can be read in peace. */
export function useRecentErrors(): ReadonlyArray<{ id: string; text: string; at: Date }> {
  const errors = useSyncExternalStore(toastQueue.subscribe, toastQueue.errors)
  const words = useErrorWords()
  return errors.map(({ id, content, otherwise, at }) => ({ id, text: words(content, otherwise).text, at }))
}
