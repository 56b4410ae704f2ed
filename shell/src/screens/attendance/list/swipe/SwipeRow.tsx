import { classNames } from '@recado/sdk/ui'
import { AlarmClock, Check, Mail, MailOpen, Play } from 'lucide-react'
import { useRef, useState, type MouseEvent, type PointerEvent, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../../base/contracts.ts'
import { swipeAct, type SwipeAct } from './swipe-act.ts'

interface SwipeRowProps {
  ticket: Ticket
  /** While rows are chosen a finger chooses. */
  isOff: boolean
  onSwipe(ticket: Ticket, act: SwipeAct): void
  children: ReactNode
}

const icons: Readonly<Record<SwipeAct, ReactElement>> = {
  resolve: <Check size={18} />,
  start: <Play size={18} />,
  read: <MailOpen size={18} />,
  unread: <Mail size={18} />,
  snooze: <AlarmClock size={18} />,
}

/** A finger that has moved so far aside draws the row, and does not scroll. Pixels. */
const begins = 12

/** A row that a finger draws aside to act on it; below it the act that letting go means now. The mouse has the menu. */
export function SwipeRow({ ticket, isOff, onSwipe, children }: SwipeRowProps) {
  const { t } = useTranslation('attendance')
  const start = useRef<{ x: number; y: number } | null>(null)
  const wasDrawn = useRef(false)
  const [distance, setDistance] = useState(0)
  const act = swipeAct(ticket, distance)
  const end = () => {
    start.current = null
    setDistance(0)
  }
  const down = ({ pointerType, clientX, clientY }: PointerEvent) => {
    wasDrawn.current = false
    start.current = pointerType === 'touch' && !isOff ? { x: clientX, y: clientY } : null
  }
  const move = ({ clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
    if (!start.current) return
    const [aside, along] = [clientX - start.current.x, Math.abs(clientY - start.current.y)]
    if (!wasDrawn.current) {
      if (Math.abs(aside) < begins) return
      if (along > Math.abs(aside)) return end()
      wasDrawn.current = true
      currentTarget.setPointerCapture(pointerId)
    }
    setDistance(aside)
  }
  // By where the finger is, and not by what was drawn last: a quick one is lifted before that is.
  const up = ({ clientX }: PointerEvent) => {
    const meant = start.current && wasDrawn.current ? swipeAct(ticket, clientX - start.current.x) : null
    end()
    if (meant) onSwipe(ticket, meant)
  }
  // Letting go of a row that was drawn opens nothing.
  const click = (event: MouseEvent) => {
    if (!wasDrawn.current) return
    wasDrawn.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className="relative size-full touch-pan-y overflow-hidden"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={end}
      onClickCapture={click}
    >
      {distance !== 0 && (
        <div
          aria-hidden
          className={classNames(
            'absolute inset-0 flex items-center gap-2 px-4 text-list font-semibold',
            distance < 0 && 'flex-row-reverse',
            act ? 'bg-accent-soft text-accent-text' : 'bg-hover text-ink-muted',
          )}
        >
          {act && icons[act]}
          {act && t(act === 'snooze' ? 'act.snooze' : `bulk.${act}`)}
        </div>
      )}
      <div
        className={classNames('relative size-full', distance !== 0 && 'bg-surface')}
        {...(distance !== 0 && { style: { transform: `translateX(${distance}px)` } })}
      >
        {children}
      </div>
    </div>
  )
}
