let audio: AudioContext | null = null;

/**
 * A short tone and a vibration: a code was read, also for people who do not look at the screen. Silent if the browser
 * blocks sound.
 */
export function signal(found: boolean): void {
  navigator.vibrate?.(found ? 60 : [60, 60, 60]);
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.15;
    tone.frequency.value = found ? 880 : 330;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + (found ? 0.09 : 0.22));
  } catch {
    // No sound is no fault.
  }
}
