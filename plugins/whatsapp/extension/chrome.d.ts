/** As much of Chrome's interface for extensions as the helper uses. */
declare namespace chrome {
  namespace runtime {
    interface MessageSender {
      readonly id?: string
      readonly origin?: string
      readonly frameId?: number
      readonly tab?: { readonly id?: number }
    }
    const id: string
    function getManifest(): { readonly version: string; readonly host_permissions?: readonly string[] }
    function sendMessage(message: unknown): Promise<unknown>
    const onMessage: {
      addListener(
        take: (message: unknown, sender: MessageSender, answer: (with_: unknown) => void) => boolean | undefined,
      ): void
    }
    const onInstalled: { addListener(take: () => void): void }
  }
  namespace i18n {
    function getMessage(key: string, parts?: readonly string[]): string
    function getUILanguage(): string
  }
  namespace tabs {
    function query(of: { readonly url: readonly string[] }): Promise<readonly { readonly id?: number }[]>
  }
  namespace scripting {
    interface Target {
      readonly tabId: number
      readonly frameIds?: readonly number[]
    }
    function executeScript<Arg, Result>(script: {
      readonly target: Target
      readonly world: 'MAIN'
      readonly func: (arg: Arg) => Promise<Result>
      readonly args: readonly [Arg]
    }): Promise<readonly { readonly result?: Result }[]>
    function executeScript(script: { readonly target: Target; readonly files: readonly string[] }): Promise<unknown>
  }
}
