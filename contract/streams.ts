import { z } from 'zod'

/** An answer that is not JSON and is sent piece by piece, however long it is. Each piece is text of the media type. */
export class TextStream {
  readonly media_type: string
  readonly file_name: string
  readonly pieces: AsyncIterable<string>

  constructor({ media_type, file_name, pieces }: Pick<TextStream, 'media_type' | 'file_name' | 'pieces'>) {
    this.media_type = media_type
    this.file_name = file_name
    this.pieces = pieces
  }
}

export const textStream = z.instanceof(TextStream)

/** Where the frames of a stream go. */
export interface StreamSink {
  /** Writes text as it is; false when the reader takes it too slowly. */
  write(text: string): boolean
  /** Ends the stream. */
  end(): void
}

/** An answer that stays open: server-sent events, as they happen. */
export class EventStream {
  /** Begins to send. Gives what is to be called when the reader has gone. */
  readonly open: (end: StreamSink) => () => void

  constructor(open: (end: StreamSink) => () => void) {
    this.open = open
  }
}

export const eventStream = z.instanceof(EventStream)
