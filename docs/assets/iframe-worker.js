// Search runs in a Worker, and a browser starts none for pages that are opened as files. There, and only there, the
// script runs in a frame of its own instead, and messages go to and fro as they would with a Worker.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super()
      this.waiting = []
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      this.frame.onload = () => this.start(script)
      document.body.append(this.frame)
    }

    start(script) {
      const inside = this.frame.contentWindow
      this.frame.onload = null
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      const element = inside.document.createElement("script")
      element.src = script
      element.onload = () => {
        const waiting = this.waiting
        this.waiting = null
        waiting.forEach(data => this.postMessage(data))
      }
      inside.document.head.append(element)
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data)
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
