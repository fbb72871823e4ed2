export const say = (text: string): void => console.log(`[${new Date().toTimeString().slice(0, 8)}] ${text}`)

export const complain = (text: string): void => console.error(`[${new Date().toTimeString().slice(0, 8)}] ${text}`)
