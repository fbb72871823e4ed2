type CodeEditorModule = typeof import('./CodeEditor.tsx')

let loaded: CodeEditorModule | undefined

/** The code editor, if it has loaded. */
export const loadedCodeEditor = (): CodeEditorModule | undefined => loaded

/** Loads the code editor when a visitor is about to use it. If loading fails, the text area stays. */
export async function loadCodeEditor(): Promise<CodeEditorModule> {
  loaded = await import('./CodeEditor.tsx')
  return loaded
}
