/** Script for the page. Records one second of video from a canvas and returns it in base64. */
export const RECORD_VIDEO = `new Promise((resolve, reject) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
  const context = canvas.getContext('2d');
  let hue = 0;
  const drawing = setInterval(() => {
    hue += 3;
    context.fillStyle = 'hsl(' + hue + ' 60% 40%)';
    context.fillRect(0, 0, 320, 180);
  }, 30);
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.split(',')[1]);
  reader.onerror = reject;
  recorder.ondataavailable = ({ data }) => {
    clearInterval(drawing);
    reader.readAsDataURL(data);
  };
  recorder.start();
  setTimeout(() => recorder.stop(), 1000);
})`;
