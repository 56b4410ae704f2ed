import { ErrorState } from '@recado/sdk/ui'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PanelFailureReason } from './panel-failure.ts'

/** Says which plugin is missing here and why, and offers what can be done. */
export function PanelError({
  title,
  reason,
  onRetry,
}: {
  title: string
  reason: PanelFailureReason
  onRetry?: () => void
}) {
  const { t } = useTranslation('kit')
  return <ErrorState what={title} error={t(`panel.${reason}`)} {...(onRetry ? { onRetry } : {})} />
}

interface PluginBoundaryProps {
  title: string
  onError?: (error: Error, info: ErrorInfo) => void
  children: ReactNode
}

/**
 * Catches the error of one contribution while it is rendered. Nothing outside of it is affected; retry mounts it again.
 */
export class PluginBoundary extends Component<PluginBoundaryProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onError?.(error, info)
  }
  override render(): ReactNode {
    return this.state.failed ? (
      <PanelError title={this.props.title} reason="render" onRetry={() => this.setState({ failed: false })} />
    ) : (
      this.props.children
    )
  }
}
