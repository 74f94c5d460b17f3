// Sockets of one process: requests, pushes, publishing with filters, routing,
// polling, monitoring of options; prints what arrives.

#include <zmq.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace {

void *open(void *Context, int Kind, const char *Bind, const char *Connect) {
  void *Socket = zmq_socket(Context, Kind);
  int Linger = 0;
  zmq_setsockopt(Socket, ZMQ_LINGER, &Linger, sizeof(Linger));
  if (Bind)
    zmq_bind(Socket, Bind);
  if (Connect)
    zmq_connect(Socket, Connect);
  return Socket;
}

std::string receive(void *Socket) {
  std::string Text;
  int More = 1;
  for (size_t Size = sizeof(More); More;) {
    zmq_msg_t Message;
    zmq_msg_init(&Message);
    if (zmq_msg_recv(&Message, Socket, 0) < 0)
      return zmq_strerror(zmq_errno());
    Text.append(static_cast<char *>(zmq_msg_data(&Message)),
                zmq_msg_size(&Message));
    Text += ';';
    zmq_msg_close(&Message);
    zmq_getsockopt(Socket, ZMQ_RCVMORE, &More, &Size);
  }
  return Text;
}

void send(void *Socket, const std::string &Text, int Flags = 0) {
  zmq_send(Socket, Text.data(), Text.size(), Flags);
}

} // namespace

int main() {
  void *Context = zmq_ctx_new();
  void *Reply = open(Context, ZMQ_REP, "inproc://a", nullptr);
  void *Request = open(Context, ZMQ_REQ, nullptr, "inproc://a");
  unsigned Sum = 0;
  for (int I = 0; I < 2000; ++I) {
    send(Request, "question " + std::to_string(I), I % 3 ? 0 : ZMQ_SNDMORE);
    if (I % 3 == 0)
      send(Request, "and more");
    for (char C : receive(Reply))
      Sum = Sum * 31 + static_cast<unsigned char>(C);
    send(Reply, "answer");
    Sum += static_cast<unsigned>(receive(Request).size());
  }
  std::printf("%08x\n", Sum);
  void *Publish = open(Context, ZMQ_PUB, "inproc://b", nullptr);
  void *Subscribe = open(Context, ZMQ_SUB, nullptr, "inproc://b");
  zmq_setsockopt(Subscribe, ZMQ_SUBSCRIBE, "even", 4);
  zmq_pollitem_t Item = {Subscribe, 0, ZMQ_POLLIN, 0};
  zmq_poll(&Item, 1, 50);
  for (int I = 0; I < 10; ++I)
    send(Publish, (I % 2 ? "odd " : "even ") + std::to_string(I));
  while (zmq_poll(&Item, 1, 100) > 0)
    std::printf("%s\n", receive(Subscribe).c_str());
  void *Router = open(Context, ZMQ_ROUTER, "inproc://c", nullptr);
  void *Dealer = zmq_socket(Context, ZMQ_DEALER);
  zmq_setsockopt(Dealer, ZMQ_IDENTITY, "name", 4);
  zmq_connect(Dealer, "inproc://c");
  send(Dealer, "hello");
  std::printf("%s\n", receive(Router).c_str());
  int Wrong = zmq_connect(Dealer, "nothing://x");
  std::printf("%d %s\n", Wrong, zmq_strerror(zmq_errno()));
  for (void *Socket : {Reply, Request, Publish, Subscribe, Router, Dealer})
    zmq_close(Socket);
  zmq_ctx_term(Context);
}
