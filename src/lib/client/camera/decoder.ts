import readerAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { DecodeAnswer, DecodeQuestion } from './decode-worker.ts';

/** Reads the codes in the picture of a camera. */
export type Decoder = {
  readonly read: (video: HTMLVideoElement) => Promise<readonly string[]>;
  readonly end: () => void;
};

type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> };
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

const FORMATS = ['qr_code', 'code_128', 'data_matrix'];
/** Pixels of the longer side: enough for a sticker, and fast enough on a slow device. */
const LONGEST_SIDE = 1280;

/** The browser's own reader if it supports all three kinds of code, else the app's. */
export async function makeDecoder(): Promise<Decoder> {
  const detector = await ownDetector();
  if (detector === null) return workerDecoder();
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    end: () => undefined
  };
}

async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return null;
  try {
    const known = await BarcodeDetector.getSupportedFormats();
    return FORMATS.every((format) => known.includes(format)) ? new BarcodeDetector({ formats: FORMATS }) : null;
  } catch {
    // It exists, but does not work.
    return null;
  }
}

function workerDecoder(): Decoder {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
  const ask = (question: DecodeQuestion, moved: Transferable[] = []) => worker.postMessage(question, moved);
  ask({ reader: readerAddress });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let number = 0;

  return {
    read: (video) => {
      const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight, 1));
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      if (context === null || canvas.width === 0 || canvas.height === 0) return Promise.resolve([]);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = context.getImageData(0, 0, canvas.width, canvas.height);
      number += 1;
      const own = number;
      return new Promise((resolve, reject) => {
        worker.onerror = () => reject(new Error('The reader of codes has ended.'));
        worker.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => data.number === own && resolve(data.texts);
        ask({ number: own, picture }, [picture.data.buffer]);
      });
    },
    end: () => worker.terminate()
  };
}
