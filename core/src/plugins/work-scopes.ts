/**
 * Aborts a plugin's work for a company when it is switched off there, and all of it when the server stops: its contexts
 * carry these signals. Open streams and waiting handlers are aborted; work that ignores its signal cannot be stopped.
 */
export class WorkScopes {
  readonly #scopes = new Map<string, AbortController>()

  signalFor(plugin: string, tenantId: string): AbortSignal {
    const key = `${plugin} ${tenantId}`
    let scope = this.#scopes.get(key)
    if (!scope) this.#scopes.set(key, (scope = new AbortController()))
    return scope.signal
  }

  end(plugin: string, tenantId: string): void {
    const key = `${plugin} ${tenantId}`
    this.#scopes.get(key)?.abort(new Error('the plugin was switched off'))
    this.#scopes.delete(key)
  }

  endAll(): void {
    for (const scope of this.#scopes.values()) scope.abort(new Error('the server stops'))
    this.#scopes.clear()
  }
}
