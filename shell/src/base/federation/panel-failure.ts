/**
 * Why a panel is not there. `contract`: built for another contract, nothing was loaded or nothing of it is used.
 * `load`: a file is missing, the network failed, or the module threw. `timeout`: not there yet, still coming. `shape`:
 * it is not what `definePanels` makes, or lacks the panel. `render`: the panel threw while it was drawn.
 */
export type PanelFailureReason = 'contract' | 'load' | 'timeout' | 'shape' | 'render'

export class PanelFailure extends Error {
  readonly reason: PanelFailureReason
  constructor(reason: PanelFailureReason, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'PanelFailure'
    this.reason = reason
  }
}
